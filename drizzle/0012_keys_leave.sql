ALTER TABLE "keys" ADD COLUMN "fixed" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "ending" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "written_off" numeric(36, 18) DEFAULT 0 NOT NULL;