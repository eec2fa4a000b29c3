ALTER TABLE "alerts" ADD COLUMN "pair" text NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_done" ON "deliveries" USING btree ("done_at");