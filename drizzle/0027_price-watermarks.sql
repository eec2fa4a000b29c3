CREATE TABLE "price_watermarks" (
	"scope" text NOT NULL,
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"price" numeric(36, 18) NOT NULL,
	"evaluated_at" bigint NOT NULL,
	CONSTRAINT "price_watermarks_scope_market_symbol_pk" PRIMARY KEY("scope","market","symbol")
);
--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "watched" jsonb;
--> statement-breakpoint
INSERT INTO "price_watermarks" SELECT 'alerts', "market", "symbol", "price", "evaluated_at" FROM "alert_watermarks";
