ALTER TABLE "upload_uses" DROP CONSTRAINT "upload_uses_thing";--> statement-breakpoint
ALTER TABLE "upload_uses" ADD COLUMN "person_id" bigint;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "upload_uses_person" ON "upload_uses" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_thing" CHECK (num_nonnulls("upload_uses"."activity_id", "upload_uses"."session_id", "upload_uses"."group_id", "upload_uses"."post_id", "upload_uses"."item_id", "upload_uses"."person_id") = 1);