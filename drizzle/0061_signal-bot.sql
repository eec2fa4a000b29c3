ALTER TABLE "bot_deals" ADD COLUMN "signal_id" uuid;--> statement-breakpoint
ALTER TABLE "bot_deals" ADD CONSTRAINT "bot_deals_signal_once" UNIQUE("user_id","run_id","signal_id");