CREATE TABLE "listed_pairs" (
	"market" text NOT NULL,
	"symbol" text NOT NULL,
	"base" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "listed_pairs_market_symbol_pk" PRIMARY KEY("market","symbol")
);
--> statement-breakpoint
CREATE TABLE "listing_changes" (
	"market" text NOT NULL,
	"at" bigint NOT NULL,
	"symbol" text NOT NULL,
	"coin" text NOT NULL,
	"event" text NOT NULL,
	CONSTRAINT "listing_changes_market_at_pk" PRIMARY KEY("market","at")
);
--> statement-breakpoint
ALTER TABLE "firings" ALTER COLUMN "price" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "due_at" bigint;--> statement-breakpoint
ALTER TABLE "firings" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("due_at") WHERE due_at is not null and active;