ALTER TABLE "bot_levels" ADD COLUMN "off" text;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "unit" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "shifted_at" bigint;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "stop_moved" numeric(36, 18);