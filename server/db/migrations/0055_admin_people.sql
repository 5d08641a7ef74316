ALTER TABLE "mails" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "request_digest" text;--> statement-breakpoint
CREATE INDEX "users_find" ON "users" USING gin ((lower(username::text || ' ' || email::text || ' ' || name)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_user" ON "messages" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "groups_user" ON "groups" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "posts_user" ON "posts" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ledger_request" ON "ledger" USING btree ("user_id","request_key") WHERE "ledger"."request_key" is not null;