ALTER TABLE "imports" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_import" ON "notes" USING btree ("import_id") WHERE "notes"."import_id" is not null;