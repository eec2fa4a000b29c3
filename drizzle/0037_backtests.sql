CREATE TABLE "backtest_files" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"interval" text NOT NULL,
	"first_time" bigint NOT NULL,
	"last_time" bigint NOT NULL,
	"count" integer NOT NULL,
	"holes" integer NOT NULL,
	"checksum" text NOT NULL,
	"bars" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "backtest_files_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "backtests" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"request" jsonb NOT NULL,
	"fee" text NOT NULL,
	"state" text NOT NULL,
	"progress" real NOT NULL,
	"error" text,
	"report" text,
	"gained" real,
	"deals" "bytea",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "backtests_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "candle_chunks" (
	"place" text NOT NULL,
	"symbol" text NOT NULL,
	"interval" text NOT NULL,
	"chunk" integer NOT NULL,
	"bars" "bytea" NOT NULL,
	CONSTRAINT "candle_chunks_place_symbol_interval_chunk_pk" PRIMARY KEY("place","symbol","interval","chunk")
);
--> statement-breakpoint
CREATE INDEX "backtests_state" ON "backtests" USING btree ("state");