CREATE UNIQUE INDEX "keys_one_active" ON "keys" USING btree ("user_id","market") WHERE "keys"."active";--> statement-breakpoint
ALTER TABLE "order_requests" DROP COLUMN "status";