ALTER TABLE "order_blocks" DROP COLUMN "take_profit";--> statement-breakpoint
ALTER TABLE "order_blocks" DROP COLUMN "stop_loss";