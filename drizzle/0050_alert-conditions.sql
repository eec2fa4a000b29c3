ALTER TABLE "alerts" ALTER COLUMN "price" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "condition" jsonb;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "series" text;--> statement-breakpoint
CREATE INDEX "alerts_conditions" ON "alerts" USING btree ("market","symbol") WHERE condition is not null and active;