ALTER TABLE "positions" ADD COLUMN "stop_reached_at" bigint;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "unprotected_since" bigint;