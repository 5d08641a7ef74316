ALTER TABLE "users" ADD COLUMN "guest_username" text;--> statement-breakpoint
CREATE INDEX "users_to_rename" ON "users" USING btree ("id") WHERE "users"."guest_username" is not null;