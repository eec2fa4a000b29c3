CREATE TABLE "bot_deal_blocks" (
	"user_id" uuid NOT NULL,
	"block_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"deal" integer NOT NULL,
	"leg" text NOT NULL,
	"number" integer NOT NULL,
	"attempt" integer NOT NULL,
	"price" numeric(36, 18),
	"quantity" numeric(36, 18),
	"taken_down" boolean DEFAULT false NOT NULL,
	"fault" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "bot_deal_blocks_user_id_block_id_pk" PRIMARY KEY("user_id","block_id"),
	CONSTRAINT "bot_deal_blocks_once" UNIQUE("user_id","run_id","deal","leg","number","attempt")
);
--> statement-breakpoint
CREATE TABLE "bot_deals" (
	"user_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"ending" text,
	"reason" text,
	"market_price" numeric(36, 18) NOT NULL,
	"opened_at" bigint NOT NULL,
	"joined_at" bigint,
	"ended_at" bigint,
	"base" numeric(36, 18),
	"counter" numeric(36, 18),
	CONSTRAINT "bot_deals_user_id_run_id_number_pk" PRIMARY KEY("user_id","run_id","number")
);
--> statement-breakpoint
DROP INDEX "bot_runs_pair_once";--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "engine" text DEFAULT 'rounds' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "bot_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_runs_pair_once" ON "bot_runs" USING btree ("user_id","key_id","symbol") WHERE state <> 'stopped' and engine = 'rounds';