ALTER TABLE "users" ADD COLUMN "two_factor_ends_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "two_factor_end_near" bigint;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "session_id" uuid;