CREATE TABLE "bot_assets" (
	"user_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"asset" text NOT NULL,
	"symbol" text,
	"percent" integer NOT NULL,
	"given" numeric(36, 18) NOT NULL,
	"start_price" numeric(36, 18) NOT NULL,
	"taken" numeric(36, 18) NOT NULL,
	CONSTRAINT "bot_assets_user_id_run_id_number_pk" PRIMARY KEY("user_id","run_id","number")
);
--> statement-breakpoint
CREATE TABLE "bot_rebalancings" (
	"user_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"turn" integer NOT NULL,
	"why" text NOT NULL,
	"at" bigint NOT NULL,
	"sells" jsonb NOT NULL,
	"buys" jsonb,
	"buys_at" bigint,
	"done_at" bigint,
	CONSTRAINT "bot_rebalancings_user_id_run_id_turn_pk" PRIMARY KEY("user_id","run_id","turn")
);
