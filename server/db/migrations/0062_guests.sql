ALTER TABLE "ledger" DROP CONSTRAINT "ledger_action";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_key" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "guests" boolean;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "guests_chat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_guest_key" ON "users" USING btree ("guest_key") WHERE "users"."guest_key" is not null;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_action" CHECK ("ledger"."action" in ('welcome', 'registered', 'correction', 'redeem', 'purchase', 'renewal', 'ended', 'refund', 'dispute', 'goal', 'join', 'log', 'note', 'post', 'message', 'undone', 'restored'));