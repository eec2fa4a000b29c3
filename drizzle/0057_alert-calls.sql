ALTER TABLE "alerts" ADD COLUMN "calls" jsonb;--> statement-breakpoint
ALTER TABLE "firings" ADD COLUMN "calls" jsonb;--> statement-breakpoint
ALTER TABLE "firings" ADD COLUMN "called_at" bigint;--> statement-breakpoint
CREATE INDEX "firings_calls" ON "firings" USING btree ("fired_at") WHERE calls is not null and called_at is null;