package org.isogloss.modelio.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.FetchListener;

/** Gets the files of a model, each whole and verified; partial downloads are resumed. */
final class HubDownload {
  private static final String PART_SUFFIX = ".part";
  private static final int BUFFER = 1 << 16;

  private final HubClient client;
  private final HubModel model;
  private final String commit;
  private final Path folder;
  private final List<HubFile> files;
  private final FetchListener listener;
  private final long total;
  private long done;

  HubDownload(
      HubClient client,
      HubModel model,
      String commit,
      Path folder,
      List<HubFile> files,
      FetchListener listener) {
    this.client = client;
    this.model = model;
    this.commit = commit;
    this.folder = folder;
    this.files = files;
    this.listener = listener;
    this.total = files.stream().mapToLong(HubFile::size).sum();
  }

  /** Gets those of the wanted files that are not there yet. */
  void downloadAll(Predicate<HubFile> filter) throws IOException {
    List<HubFile> some = files.stream().filter(filter).toList();
    requireSpace(some);
    for (HubFile file : some) {
      Path target = folder.resolve(file.name());
      Files.createDirectories(target.getParent());
      if (!Files.exists(target)) {
        listener.stepStarted("getting " + file.name());
        get(file, target);
      }
      done += file.size();
      listener.progress(done, total);
    }
  }

  /** A full disk is reported before the download, not hours into it. */
  private void requireSpace(List<HubFile> some) throws IOException {
    long missing = 0;
    for (HubFile file : some) {
      Path target = folder.resolve(file.name());
      Path part = part(target);
      long there = Files.exists(target) ? file.size() : Files.exists(part) ? Files.size(part) : 0;
      missing += Math.max(0, file.size() - there);
    }
    long free = Files.getFileStore(folder).getUsableSpace();
    if (missing > free) {
      throw new IsoglossException(
          folder + ": " + missing + " bytes are to be fetched, but the disk has only " + free);
    }
  }

  private static Path part(Path target) {
    return target.resolveSibling(target.getFileName() + PART_SUFFIX);
  }

  private void get(HubFile file, Path target) throws IOException {
    Path part = part(target);
    boolean resumed = Files.exists(part);
    if (!resumed || Files.size(part) != file.size()) {
      transfer(file, part);
    }
    Optional<String> problem = file.findMismatch(part);
    if (problem.isPresent() && resumed) {
      // What was there before may be to blame: once more from the beginning.
      Files.delete(part);
      transfer(file, part);
      problem = file.findMismatch(part);
    }
    if (problem.isPresent()) {
      Files.delete(part);
      throw new IsoglossException(
          model.name()
              + " at "
              + commit
              + ": the file "
              + file.name()
              + " that was fetched "
              + problem.get()
              + ": fetch again, and if that does not help ask the hub's keeper");
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Appends to a file until it has the announced size, over as many connections as it takes. */
  private void transfer(HubFile file, Path part) throws IOException {
    String path = model.filePath(commit, file.name());
    for (int failures = 0; ; ) {
      long before = Files.exists(part) ? Files.size(part) : 0;
      try {
        append(client.get(path, before), before, file, part);
        if (Files.size(part) == file.size()) {
          return;
        }
        throw new HubClient.TransientException(
            "the connection ended after " + Files.size(part) + " of " + file.size() + " bytes",
            Duration.ZERO);
      } catch (IOException e) {
        boolean gained = Files.exists(part) && Files.size(part) > before;
        failures = gained ? 0 : failures + 1;
        client.awaitRetry(path, failures, e);
      }
    }
  }

  private void append(HttpResponse<InputStream> response, long before, HubFile file, Path part)
      throws IOException {
    try (InputStream body = response.body()) {
      boolean goesOn =
          response.statusCode() == 206
              && response
                  .headers()
                  .firstValue("Content-Range")
                  .filter(range -> range.startsWith("bytes " + before + "-"))
                  .isPresent();
      if (response.statusCode() == 416 || (response.statusCode() == 206 && !goesOn)) {
        Files.deleteIfExists(part);
        throw new HubClient.TransientException(
            "the server does not go on from byte " + before, Duration.ZERO);
      }
      try (OutputStream out =
          Files.newOutputStream(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              goesOn ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
        copy(body, out, goesOn ? before : 0, file);
      }
    }
  }

  private void copy(InputStream in, OutputStream out, long before, HubFile file)
      throws IOException {
    byte[] buffer = new byte[BUFFER];
    long size = before;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      size += read;
      if (size > file.size()) {
        throw new IsoglossException(
            "the file "
                + file.name()
                + " of "
                + model.name()
                + " has more than the "
                + file.size()
                + " bytes that the hub announced");
      }
      out.write(buffer, 0, read);
      listener.progress(done + size, total);
    }
  }
}
