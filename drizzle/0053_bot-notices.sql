ALTER TABLE "bot_runs" ADD COLUMN "beyond_since" bigint;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "beyond_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "rounds_told" integer;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "rounds_told_at" bigint;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "notices" jsonb;