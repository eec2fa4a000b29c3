ALTER TABLE "orders" ADD COLUMN "external" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_client_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_list_id" text;--> statement-breakpoint
-- Their names were 'outside <key> <symbol> <exchange id> <list id or -> <client id>', with ' +<n>' for one of several parts.
UPDATE "orders" SET
	"external" = true,
	"external_list_id" = nullif(split_part("client_order_id", ' ', 5), '-'),
	"external_client_id" = regexp_replace(regexp_replace("client_order_id", ' \+\d+$', ''), '^(\S+ ){5}', ''),
	"client_order_id" = 'external ' || split_part("client_order_id", ' ', 2) || ' ' || split_part("client_order_id", ' ', 3)
		|| ' ' || split_part("client_order_id", ' ', 4) || coalesce(substring("client_order_id" from ' \+\d+$'), '')
WHERE "client_order_id" LIKE 'outside %';
