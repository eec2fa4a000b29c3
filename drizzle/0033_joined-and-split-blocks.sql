ALTER TABLE "positions" ADD COLUMN "carried" jsonb;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "awaits" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "hands_to" jsonb;