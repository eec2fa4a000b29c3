CREATE TABLE "bot_events" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"level" integer,
	"text" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "bot_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_fills" (
	"user_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"trade_id" text NOT NULL,
	"run_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"commission" numeric(36, 18) NOT NULL,
	"commission_asset" text NOT NULL,
	"traded_at" bigint NOT NULL,
	CONSTRAINT "bot_fills_user_id_key_id_symbol_trade_id_pk" PRIMARY KEY("user_id","key_id","symbol","trade_id")
);
--> statement-breakpoint
CREATE TABLE "bot_levels" (
	"user_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"buy_price" numeric(36, 18) NOT NULL,
	"sell_price" numeric(36, 18) NOT NULL,
	"starts_by" text NOT NULL,
	"cycle_opens_by" text NOT NULL,
	"buys" numeric(36, 18),
	"sells" numeric(36, 18),
	"repeat" boolean NOT NULL,
	"first_price" numeric(36, 18),
	"start_base" numeric(36, 18) NOT NULL,
	"start_counter" numeric(36, 18) NOT NULL,
	"left_out" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bot_levels_user_id_run_id_number_pk" PRIMARY KEY("user_id","run_id","number")
);
--> statement-breakpoint
CREATE TABLE "bot_orders" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"level" integer NOT NULL,
	"turn" integer NOT NULL,
	"leg" text NOT NULL,
	"attempt" integer NOT NULL,
	"client_order_id" text NOT NULL,
	"exchange_order_id" text,
	"side" text NOT NULL,
	"type" text NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"cancel_asked" boolean DEFAULT false NOT NULL,
	"expiry_reason" text,
	"filled_quantity" numeric(36, 18) NOT NULL,
	"placed_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "bot_orders_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bot_orders_client_order_id_unique" UNIQUE("client_order_id"),
	CONSTRAINT "bot_orders_leg_once" UNIQUE("user_id","run_id","level","turn","leg","attempt")
);
--> statement-breakpoint
CREATE TABLE "bot_runs" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"ordinal" integer NOT NULL,
	"state" text NOT NULL,
	"state_since" bigint NOT NULL,
	"reason" text,
	"take_down" boolean DEFAULT false NOT NULL,
	"ending" text,
	"counter_earning" boolean NOT NULL,
	"given_base" numeric(36, 18) NOT NULL,
	"given_counter" numeric(36, 18) NOT NULL,
	"market_price" numeric(36, 18) NOT NULL,
	"fee" numeric(36, 18) NOT NULL,
	"start_side" text,
	"start_quantity" numeric(36, 18),
	"start_price" numeric(36, 18),
	"start_key" text,
	"begun_at" bigint,
	"due_at" bigint,
	"created_at" bigint NOT NULL,
	"stopped_at" bigint,
	CONSTRAINT "bot_runs_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "bot_runs_key_once" UNIQUE("user_id","bot_id","key_id")
);
--> statement-breakpoint
CREATE INDEX "bot_events_bot" ON "bot_events" USING btree ("user_id","bot_id","id");--> statement-breakpoint
CREATE INDEX "bot_fills_run" ON "bot_fills" USING btree ("user_id","run_id");--> statement-breakpoint
CREATE INDEX "bot_orders_state" ON "bot_orders" USING btree ("state");--> statement-breakpoint
CREATE UNIQUE INDEX "bot_runs_pair_once" ON "bot_runs" USING btree ("user_id","key_id","symbol") WHERE state <> 'stopped';--> statement-breakpoint
CREATE INDEX "bot_runs_due" ON "bot_runs" USING btree ("due_at");