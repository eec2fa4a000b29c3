ALTER TABLE "bot_runs" ADD COLUMN "taken_base" numeric(36, 18) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "taken_counter" numeric(36, 18) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "taken_worth" numeric(36, 18) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_runs" ADD COLUMN "missing" jsonb;