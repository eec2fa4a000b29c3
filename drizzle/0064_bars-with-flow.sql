ALTER TABLE "backtest_files" ADD COLUMN "flow" "bytea";--> statement-breakpoint
ALTER TABLE "candle_chunks" ADD COLUMN "flow" "bytea";