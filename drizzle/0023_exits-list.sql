ALTER TABLE "order_blocks" ADD COLUMN "take_profits" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_blocks" ADD COLUMN "stop" jsonb;--> statement-breakpoint
UPDATE "order_blocks" SET
	"take_profits" = CASE WHEN "take_profit" IS NULL THEN '[]'::jsonb
		ELSE jsonb_build_array(jsonb_build_object('price', trim_scale("take_profit")::text, 'share', '1')) END,
	"stop" = CASE WHEN "stop_loss" IS NULL THEN NULL
		ELSE jsonb_build_object('kind', 'fixed', 'price', trim_scale("stop_loss")::text) END
WHERE "take_profit" IS NOT NULL OR "stop_loss" IS NOT NULL;
