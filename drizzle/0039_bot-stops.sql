ALTER TABLE "bot_runs" ADD COLUMN "start_above" boolean;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "watched_since" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "reached" jsonb;