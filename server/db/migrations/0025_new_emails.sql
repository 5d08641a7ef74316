ALTER TABLE "users" ADD COLUMN "new_email" "citext";--> statement-breakpoint
CREATE INDEX "mails_former" ON "mails" USING btree ("email") WHERE "mails"."content" ->> 'kind' = 'email changed';