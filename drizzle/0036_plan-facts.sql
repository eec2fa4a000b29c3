ALTER TABLE "order_blocks" ADD COLUMN "timing" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "trailing_delta" integer;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "plan_facts" jsonb;