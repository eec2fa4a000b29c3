DROP INDEX "bot_fills_run";--> statement-breakpoint
CREATE INDEX "bot_fills_order" ON "bot_fills" USING btree ("user_id","run_id","order_id");