ALTER TABLE "bot_runs" ADD COLUMN "trust" jsonb;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "trust_at" bigint;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "twin" jsonb;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "twin_at" bigint;