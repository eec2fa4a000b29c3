ALTER TABLE "keys" ADD COLUMN "checked_at" bigint;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "disabled_reason" text;