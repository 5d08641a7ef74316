-- contracts after 0062_guests
-- The browser that joined with the key stays the first of its guests. The others get keys that nobody knows.
UPDATE "users" u SET guest_key = sha256(uuid_send(gen_random_uuid()))
WHERE EXISTS (SELECT FROM "users" first WHERE first.guest_key = u.guest_key AND first.id < u.id);--> statement-breakpoint
DROP INDEX "users_guest_key";--> statement-breakpoint
CREATE UNIQUE INDEX "users_guest_key" ON "users" USING btree ("guest_key") WHERE "users"."guest_key" is not null;
