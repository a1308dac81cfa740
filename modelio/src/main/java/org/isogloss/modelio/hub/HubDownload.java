// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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

/** Downloads and verifies the files of a model; partial downloads are resumed. */
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

  /** Downloads the selected files that do not exist yet. */
  void downloadAll(Predicate<HubFile> filter) throws IOException {
    List<HubFile> selected = files.stream().filter(filter).toList();
    requireSpace(selected);
    for (HubFile file : selected) {
      Path target = folder.resolve(file.name());
      Files.createDirectories(target.getParent());
      if (!Files.exists(target)) {
        listener.stepStarted("downloading " + file.name());
        get(file, target);
      }
      done += file.size();
      listener.progress(done, total);
    }
  }

  /** A full disk is reported before the download, not hours into it. */
  private void requireSpace(List<HubFile> selected) throws IOException {
    long missing = 0;
    for (HubFile file : selected) {
      Path target = folder.resolve(file.name());
      Path part = part(target);
      long existing =
          Files.exists(target) ? file.size() : Files.exists(part) ? Files.size(part) : 0;
      missing += Math.max(0, file.size() - existing);
    }
    long free = Files.getFileStore(folder).getUsableSpace();
    if (missing > free) {
      throw new IsoglossException(
          folder
              + ": "
              + missing
              + " bytes must be downloaded, but only "
              + free
              + " bytes are free on the disk");
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
      // The resumed part may be the cause: download again from the beginning.
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
              + ": the downloaded file "
              + file.name()
              + " "
              + problem.get()
              + ": fetch again; if the problem persists, report it to the operator of the hub");
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Appends to a file until it has the announced size, reconnecting as often as necessary. */
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
        boolean progressed = Files.exists(part) && Files.size(part) > before;
        failures = progressed ? 0 : failures + 1;
        client.awaitRetry(path, failures, e);
      }
    }
  }

  private void append(HttpResponse<InputStream> response, long before, HubFile file, Path part)
      throws IOException {
    try (InputStream body = response.body()) {
      boolean resumes =
          response.statusCode() == 206
              && response
                  .headers()
                  .firstValue("Content-Range")
                  .filter(range -> range.startsWith("bytes " + before + "-"))
                  .isPresent();
      if (response.statusCode() == 416 || (response.statusCode() == 206 && !resumes)) {
        Files.deleteIfExists(part);
        throw new HubClient.TransientException(
            "the server does not resume from byte " + before, Duration.ZERO);
      }
      try (OutputStream out =
          Files.newOutputStream(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              resumes ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING)) {
        copy(body, out, resumes ? before : 0, file);
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
