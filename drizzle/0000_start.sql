CREATE SCHEMA "paper";
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"remember" boolean NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "sessions_token_hash_pk" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"username" text NOT NULL,
	"telegram" text DEFAULT '' NOT NULL,
	"icon_idx" integer DEFAULT 1 NOT NULL,
	"password_hash" text NOT NULL,
	"data_key" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "users_email_key_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "alert_watermarks" (
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"evaluated_at" bigint NOT NULL,
	CONSTRAINT "alert_watermarks_market_symbol_pk" PRIMARY KEY("market","symbol")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"type" text NOT NULL,
	"informing" text NOT NULL,
	"comment" text NOT NULL,
	"favorite" boolean NOT NULL,
	"send_to_telegram" boolean NOT NULL,
	"active" boolean NOT NULL,
	"executed" boolean DEFAULT false NOT NULL,
	"seen" boolean DEFAULT false NOT NULL,
	"executed_at" bigint,
	"late" boolean DEFAULT false NOT NULL,
	"armed_seq" integer DEFAULT 1 NOT NULL,
	"armed_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"sorted_at" bigint NOT NULL,
	CONSTRAINT "alerts_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "firings" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"armed_seq" integer NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"crossed_at" bigint NOT NULL,
	"fired_at" bigint NOT NULL,
	"late" boolean NOT NULL,
	CONSTRAINT "firings_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "firings_once" UNIQUE("user_id","alert_id","armed_seq")
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"market" text NOT NULL,
	"name" text NOT NULL,
	"api_key" text NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"seal_version" integer DEFAULT 1 NOT NULL,
	"main_key_id" uuid,
	"active" boolean DEFAULT false NOT NULL,
	"in_process" boolean DEFAULT false NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"multiplier" numeric(36, 18) NOT NULL,
	"ceiling" numeric(36, 18),
	"paper" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "keys_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "keys_once" UNIQUE("user_id","market","api_key")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"firing_id" uuid,
	"channel" text NOT NULL,
	"target_id" uuid,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"lease_owner" uuid,
	"lease_until" bigint,
	"fence" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"done_at" bigint,
	CONSTRAINT "deliveries_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" bigint NOT NULL,
	"delivered_at" bigint,
	CONSTRAINT "push_subscriptions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "push_subscriptions_once" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "fills" (
	"user_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"trade_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"commission" numeric(36, 18) NOT NULL,
	"commission_asset" text NOT NULL,
	"traded_at" bigint NOT NULL,
	CONSTRAINT "fills_user_id_key_id_symbol_trade_id_pk" PRIMARY KEY("user_id","key_id","symbol","trade_id")
);
--> statement-breakpoint
CREATE TABLE "order_blocks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"section" text NOT NULL,
	"counter_earning" boolean NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "order_blocks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_requests" (
	"user_id" uuid NOT NULL,
	"request_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"answer" jsonb,
	"created_at" bigint NOT NULL,
	CONSTRAINT "order_requests_user_id_request_key_pk" PRIMARY KEY("user_id","request_key"),
	CONSTRAINT "order_requests_once" UNIQUE("user_id","request_key","body_hash")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"block_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"leg" text NOT NULL,
	"client_order_id" text NOT NULL,
	"exchange_order_id" text,
	"side" text NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"filled_quantity" numeric(36, 18) NOT NULL,
	"filled_counter_quantity" numeric(36, 18) NOT NULL,
	"placed_at" bigint NOT NULL,
	"filled_at" bigint,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "orders_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "orders_client_order_id_unique" UNIQUE("client_order_id")
);
--> statement-breakpoint
CREATE TABLE "paper"."accounts" (
	"api_key" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"rights" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper"."balances" (
	"api_key" text NOT NULL,
	"asset" text NOT NULL,
	"free" numeric(36, 18) NOT NULL,
	"locked" numeric(36, 18) NOT NULL,
	CONSTRAINT "balances_api_key_asset_pk" PRIMARY KEY("api_key","asset")
);
--> statement-breakpoint
CREATE TABLE "paper"."orders" (
	"order_id" bigserial PRIMARY KEY NOT NULL,
	"api_key" text NOT NULL,
	"symbol" text NOT NULL,
	"client_order_id" text NOT NULL,
	"side" text NOT NULL,
	"type" text NOT NULL,
	"time_in_force" text NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"stop_price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"quote_order_qty" numeric(36, 18) NOT NULL,
	"executed_qty" numeric(36, 18) NOT NULL,
	"cummulative_quote_qty" numeric(36, 18) NOT NULL,
	"status" text NOT NULL,
	"is_working" boolean NOT NULL,
	"order_list_id" integer DEFAULT -1 NOT NULL,
	"details" jsonb NOT NULL,
	"time" bigint NOT NULL,
	"update_time" bigint NOT NULL,
	"working_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper"."prices" (
	"symbol" text PRIMARY KEY NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paper"."trades" (
	"trade_id" bigserial PRIMARY KEY NOT NULL,
	"api_key" text NOT NULL,
	"symbol" text NOT NULL,
	"order_id" integer NOT NULL,
	"is_buyer" boolean NOT NULL,
	"is_maker" boolean NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"quantity" numeric(36, 18) NOT NULL,
	"commission" numeric(36, 18) NOT NULL,
	"commission_asset" text NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alerts_list" ON "alerts" USING btree ("user_id","market","sorted_at");--> statement-breakpoint
CREATE INDEX "alerts_armed" ON "alerts" USING btree ("market","active");--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "fills_order" ON "fills" USING btree ("user_id","order_id");--> statement-breakpoint
CREATE INDEX "order_blocks_open" ON "order_blocks" USING btree ("user_id","market","symbol","open");--> statement-breakpoint
CREATE INDEX "orders_block" ON "orders" USING btree ("user_id","block_id");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state");--> statement-breakpoint
CREATE INDEX "paper_orders_account" ON "paper"."orders" USING btree ("api_key","symbol","order_id");--> statement-breakpoint
CREATE INDEX "paper_orders_open" ON "paper"."orders" USING btree ("status","symbol");--> statement-breakpoint
CREATE INDEX "paper_orders_client" ON "paper"."orders" USING btree ("api_key","client_order_id");--> statement-breakpoint
CREATE INDEX "paper_trades_account" ON "paper"."trades" USING btree ("api_key","symbol","trade_id");