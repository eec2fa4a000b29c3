CREATE TABLE "hook_signals" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"once_key" text,
	"received_at" bigint NOT NULL,
	"sent_at" bigint,
	"address" text NOT NULL,
	"bytes" integer NOT NULL,
	"format" text,
	"result" text NOT NULL,
	"reason" text,
	"action" text,
	"symbol" text,
	"price" numeric(36, 18),
	"amount" numeric(36, 18),
	"usdt" numeric(36, 18),
	"share" numeric(36, 18),
	"take_profits" jsonb,
	"stop_loss" numeric(36, 18),
	"market_price" numeric(36, 18),
	"state" text NOT NULL,
	"outcome" text,
	"block_id" uuid,
	"blocks" jsonb,
	"repeats" integer DEFAULT 0 NOT NULL,
	"body" text NOT NULL,
	"done_at" bigint,
	CONSTRAINT "hook_signals_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "hook_signals_once" UNIQUE("user_id","hook_id","once_key")
);
--> statement-breakpoint
CREATE TABLE "hooks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"template" jsonb NOT NULL,
	"key_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"old_token_hash" "bytea",
	"old_token_until" bigint,
	"live" boolean DEFAULT false NOT NULL,
	"paused" text,
	"told" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "hooks_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "hooks_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE INDEX "hook_signals_log" ON "hook_signals" USING btree ("user_id","hook_id","received_at");--> statement-breakpoint
CREATE INDEX "hook_signals_waiting" ON "hook_signals" USING btree ("received_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "hook_signals_block" ON "hook_signals" USING btree ("user_id","block_id") WHERE block_id is not null;