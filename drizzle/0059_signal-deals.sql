ALTER TABLE "bot_deals" ADD COLUMN "price" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "bot_deals" ADD COLUMN "quantity" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "bot_deals" ADD COLUMN "valid_until" bigint;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "bars" jsonb;