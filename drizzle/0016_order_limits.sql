ALTER TABLE "users" ADD COLUMN "order_limit" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "day_limit" numeric(36, 18);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "thin_markets" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("user_id","placed_at");