// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;

/**
 * A model hub with the interface of Hugging Face. The user selects the hub with the environment
 * variables that Python's {@code huggingface_hub} reads too: {@code HF_ENDPOINT}, {@code HF_TOKEN}
 * and {@code HF_HUB_OFFLINE}. Only {@link #fetch} accesses the network.
 *
 * @param endpoint the address of the hub, {@code http} or {@code https}
 * @param token the access token; sent only to this address
 */
public record Hub(URI endpoint, Optional<String> token) {
  static final int MAX_PORT = 65_535;

  private static final Set<String> TRUE_VALUES = Set.of("1", "on", "yes", "true");

  public Hub {
    requireNonNull(token, "token is null");
    String scheme = String.valueOf(endpoint.getScheme()).toLowerCase(Locale.ROOT);
    if (endpoint.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
      throw new IsoglossException(
          "HF_ENDPOINT is \""
              + endpoint
              + "\", expected an address such as https://hub.example.org");
    }
    if (endpoint.getPort() > MAX_PORT
        || endpoint.getQuery() != null
        || endpoint.getFragment() != null) {
      throw new IsoglossException(
          "HF_ENDPOINT is \""
              + endpoint
              + "\", expected a port of at most "
              + MAX_PORT
              + " and nothing after the path");
    }
    if (token.isPresent() && !token.get().chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IsoglossException(
          "HF_TOKEN contains whitespace or a character outside ASCII: set it to a valid token");
    }
    String address = endpoint.toString();
    endpoint =
        address.endsWith("/") ? URI.create(address.substring(0, address.length() - 1)) : endpoint;
  }

  /**
   * Returns the hub that the environment variables name.
   *
   * @throws IsoglossException if they name no hub or a malformed one, or forbid access to the
   *     network
   */
  public static Hub fromEnvironment() {
    return of(System.getenv());
  }

  static Hub of(Map<String, String> environment) {
    String offline = environment.getOrDefault("HF_HUB_OFFLINE", "");
    if (TRUE_VALUES.contains(offline.strip().toLowerCase(Locale.ROOT))) {
      throw new IsoglossException(
          "HF_HUB_OFFLINE is "
              + offline
              + ": models cannot be fetched from a hub; unset it to fetch, or use a model folder");
    }
    String endpoint = environment.getOrDefault("HF_ENDPOINT", "").strip();
    if (endpoint.isEmpty()) {
      throw new IsoglossException(
          "HF_ENDPOINT is not set: there is no default hub. Set it to the address of the"
              + " hub that has the model, as your browser shows it, up to and including the host:"
              + " export HF_ENDPOINT=https://HOST");
    }
    String token = environment.getOrDefault("HF_TOKEN", "").strip();
    try {
      return new Hub(new URI(endpoint), token.isEmpty() ? Optional.empty() : Optional.of(token));
    } catch (URISyntaxException e) {
      throw new IsoglossException("HF_ENDPOINT is \"" + endpoint + "\", expected an address", e);
    }
  }

  /**
   * Fetches the files of a model that a model folder needs: configuration, weights as Safetensors,
   * tokenizer, the files of sentence-transformers, licence and description. The size and checksum
   * of every file are verified; pickled files are never downloaded. After an interruption, the
   * partial download remains next to the folder, and the next call resumes it.
   *
   * @param folder the model folder to create; must not exist or be empty; it appears whole or not
   *     at all
   * @throws IsoglossException if the hub does not have the model or refuses access, or a file does
   *     not match its announced size and checksum
   */
  public void fetch(HubModel model, Path folder, FetchListener listener) {
    fetch(model, folder, new HubClient(this, HubClient.RetryPolicy.DEFAULT), listener);
  }

  void fetch(HubModel model, Path folder, HubClient client, FetchListener listener) {
    AtomicFolder.requireAbsentOrEmpty(folder);
    listener.stepStarted("requesting " + model.name() + " at " + model.revision());
    HubListing listing = HubListing.parse(model, client.json(model.infoPath()));
    List<HubFile> files = listing.requiredFiles(model);
    Path target = folder.toAbsolutePath().normalize();
    Path unfinished = target.resolveSibling(target.getFileName() + AtomicFile.UNFINISHED_SUFFIX);
    Path staging = unfinished.resolve(listing.commit());
    try {
      Files.createDirectories(staging);
      HubDownload download =
          new HubDownload(client, model, listing.commit(), staging, files, listener);
      // A problem with the small files is reported before gigabytes are fetched.
      download.downloadAll(file -> !file.isLarge());
      requirePooling(model, staging);
      download.downloadAll(HubFile::isLarge);
      manifest(model, listing, files, staging).write(staging);
      Files.deleteIfExists(target);
      Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
      FolderTree.deleteIfExists(unfinished);
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be written: " + FileErrors.describe(e), e);
    }
  }

  private static void requirePooling(HubModel model, Path staging) {
    try (ModelFolder fetched = ModelFolder.open(staging)) {
      if (model.pooling().isEmpty() && fetched.lacksPooling()) {
        throw new IsoglossException(
            model.name()
                + " does not state how token vectors are pooled: set the pooling to mean or cls, as"
                + " its description says, or to none if the model is only trained further");
      }
    }
  }

  /** Returns the manifest of the folder, with the hub as its origin. */
  private static ModelManifest manifest(
      HubModel model, HubListing listing, List<HubFile> files, Path staging) {
    try (ModelFolder fetched = ModelFolder.open(staging)) {
      ModelManifest manifest = fetched.manifest();
      boolean hasManifest = Files.exists(staging.resolve(ModelManifest.FILE));
      String licence = manifest.licence().isBlank() ? listing.licence() : manifest.licence();
      Provenance original = manifest.provenance();
      List<ProvenanceSource> sources = new ArrayList<>(original.sources());
      for (HubFile file : files) {
        sources.add(
            new ProvenanceSource(
                "hub:" + model.name() + "@" + listing.commit() + "/" + file.name(),
                Checksums.sha256(staging.resolve(file.name())),
                listing.licence()));
      }
      return new ModelManifest(
          hasManifest ? manifest.name() : model.name(),
          licence,
          model.pooling().map(manifest.encoding()::withPooling).orElse(manifest.encoding()),
          manifest.vocabulary(),
          manifest.wordScoring(),
          manifest.probability(),
          hasManifest
              ? new Provenance(
                  original.recipe(),
                  original.seed(),
                  original.version(),
                  sources,
                  original.results())
              : new Provenance("fetched from a hub, all files unchanged", 0, sources));
    }
  }
}
