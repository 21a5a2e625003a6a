-- The uses of posters get the descriptions of the posters.
update image_uses set alt = poster_alt from article_versions
where version_id = article_versions.id and image_uses.image_id = poster_image_id and alt = '' and poster_alt is not null;

update image_uses set alt = poster_alt from working_copies
where working_copy_id = working_copies.id and image_uses.image_id = poster_image_id and alt = '' and poster_alt is not null;
