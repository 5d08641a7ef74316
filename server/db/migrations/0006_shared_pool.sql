CREATE TABLE "pool" (
	"id" smallint PRIMARY KEY NOT NULL,
	"uses" bigint NOT NULL,
	CONSTRAINT "pool_single" CHECK ("pool"."id" = 1),
	CONSTRAINT "pool_uses" CHECK ("pool"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pool_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pool_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"amount" bigint NOT NULL,
	"action" text NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pool_entries_action" CHECK ("pool_entries"."action" in ('stock', 'gift', 'redeem')),
	CONSTRAINT "pool_entries_amount" CHECK (case when "pool_entries"."action" = 'redeem' then "pool_entries"."amount" < 0 else "pool_entries"."amount" > 0 end)
);
--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_action";--> statement-breakpoint
ALTER TABLE "pool_entries" ADD CONSTRAINT "pool_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pool_entries_request" ON "pool_entries" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "pool_entries_redeemed_once" ON "pool_entries" USING btree ("user_id") WHERE "pool_entries"."action" = 'redeem';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_redeemed_once" ON "ledger" USING btree ("user_id") WHERE "ledger"."action" = 'redeem';--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_redeem" CHECK ("ledger"."action" <> 'redeem' or "ledger"."bucket" = 'free' and "ledger"."amount" = 50000);--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_action" CHECK ("ledger"."action" in ('welcome', 'correction', 'redeem', 'goal', 'join', 'log', 'note', 'post', 'message'));--> statement-breakpoint
-- The first stock: 100 people can redeem before somebody has to add more (D-07).
INSERT INTO "pool_entries" ("amount", "action", "created_at") VALUES (5000000, 'stock', now());--> statement-breakpoint
INSERT INTO "pool" ("id", "uses") VALUES (1, 5000000);
