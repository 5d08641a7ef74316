ALTER TABLE "activity_lists" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_lists_request" ON "activity_lists" USING btree ("user_id","request_key");