CREATE TABLE "covers" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"upload_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "introduction" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "covers_upload" ON "covers" USING btree ("upload_id");