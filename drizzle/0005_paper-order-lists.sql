CREATE TABLE "paper"."order_lists" (
	"order_list_id" integer PRIMARY KEY NOT NULL,
	"api_key" text NOT NULL,
	"symbol" text NOT NULL,
	"client_list_id" text NOT NULL,
	"contingency" text NOT NULL,
	"status" text NOT NULL,
	"pays_legs" boolean NOT NULL,
	"locked" numeric(36, 18) NOT NULL,
	"time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "paper"."trades" DROP CONSTRAINT "trades_symbol_trade_id_pk";--> statement-breakpoint
ALTER TABLE "paper"."orders" ALTER COLUMN "working_time" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "paper"."trades" ADD CONSTRAINT "trades_symbol_trade_id_is_buyer_pk" PRIMARY KEY("symbol","trade_id","is_buyer");--> statement-breakpoint
ALTER TABLE "paper"."orders" ADD COLUMN "prevented_qty" numeric(36, 18) DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "paper_order_lists_account" ON "paper"."order_lists" USING btree ("api_key","order_list_id");--> statement-breakpoint
CREATE INDEX "paper_order_lists_client" ON "paper"."order_lists" USING btree ("api_key","client_list_id");--> statement-breakpoint
CREATE INDEX "paper_orders_list" ON "paper"."orders" USING btree ("order_list_id") WHERE "paper"."orders"."order_list_id" >= 0;