// A large picture is made smaller on the phone before it is sent. Without this script the file goes as it is.
(() => {
  "use strict";
  const LARGE = 1024 * 1024;

  async function smaller(file, longest) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  }

  document.addEventListener("change", async (event) => {
    const input = event.target;
    const form = input.closest("form[data-shrink]");
    const file = form && input.type === "file" ? input.files[0] : null;
    if (!file || file.size <= LARGE) return;
    try {
      const blob = await smaller(file, Number(form.dataset.shrink));
      if (!blob || blob.size >= file.size || input.files[0] !== file) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], "picture.jpg", { type: "image/jpeg" }));
      input.files = files.files;
    } catch {
      // what the phone cannot draw is left to the site, which says what is wrong with it
    }
  });
})();
