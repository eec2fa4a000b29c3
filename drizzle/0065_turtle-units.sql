ALTER TABLE "bot_deal_blocks" ADD COLUMN "trigger" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "bot_deal_blocks" ADD COLUMN "range" numeric(36, 18);