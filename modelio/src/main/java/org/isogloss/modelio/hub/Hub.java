package org.isogloss.modelio.hub;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.file.Checksums;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;

/**
 * A hub of models as Hugging Face runs one. Which one is for the user to say, by the variables of
 * the environment that Python's {@code huggingface_hub} reads too: {@code HF_ENDPOINT}, {@code
 * HF_TOKEN} and {@code HF_HUB_OFFLINE}. Nothing is asked of it but by {@link #fetch}.
 *
 * @param endpoint its address, {@code http} or {@code https}
 * @param token that proves who asks; sent to this address alone
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
          "HF_TOKEN has a blank or a character outside ASCII in it, which no token has: set it"
              + " again");
    }
    String address = endpoint.toString();
    endpoint =
        address.endsWith("/") ? URI.create(address.substring(0, address.length() - 1)) : endpoint;
  }

  /**
   * The hub that the environment names.
   *
   * @throws IsoglossException if it names none, or says that nothing is to be asked of the network
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
              + ": no model is fetched from a hub; unset it to fetch, or name a model folder");
    }
    String endpoint = environment.getOrDefault("HF_ENDPOINT", "").strip();
    if (endpoint.isEmpty()) {
      throw new IsoglossException(
          "HF_ENDPOINT is not set: no hub is asked that was not named. Set it to the address of the"
              + " hub that has the model, as your browser shows it without what follows the host:"
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
   * Fetches what a model folder needs of a model: configuration, weights as Safetensors, tokenizer,
   * what sentence-transformers adds, licence and description. Size and checksum of every file are
   * verified; pickled files are never touched. What was fetched when it is cut short stays beside
   * the folder, and the next call goes on from there.
   *
   * @param folder where the model folder will be: must not exist yet, or be empty; it appears whole
   *     or not at all
   * @throws IsoglossException if the hub has no such model or does not give it, or what it gave is
   *     not what it announced
   */
  public void fetch(HubModel model, Path folder, FetchListener listener) {
    fetch(model, folder, new HubClient(this, HubClient.RetryPolicy.DEFAULT), listener);
  }

  void fetch(HubModel model, Path folder, HubClient client, FetchListener listener) {
    AtomicFolder.requireAbsentOrEmpty(folder);
    listener.stepStarted("asking for " + model.name() + " at " + model.revision());
    HubListing listing = HubListing.parse(model, client.json(model.infoPath()));
    List<HubFile> files = listing.requiredFiles(model);
    Path target = folder.toAbsolutePath().normalize();
    Path unfinished = target.resolveSibling(target.getFileName() + AtomicFile.UNFINISHED_SUFFIX);
    Path made = unfinished.resolve(listing.commit());
    try {
      Files.createDirectories(made);
      HubDownload download =
          new HubDownload(client, model, listing.commit(), made, files, listener);
      // A problem with the small files is reported before gigabytes are fetched.
      download.downloadAll(file -> !file.isLarge());
      requirePooling(model, made);
      download.downloadAll(HubFile::isLarge);
      manifest(model, listing, files, made).write(made);
      Files.deleteIfExists(target);
      Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
      delete(unfinished);
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be written: " + FileErrors.describe(e), e);
    }
  }

  private static void requirePooling(HubModel model, Path made) {
    try (ModelFolder fetched = ModelFolder.open(made)) {
      if (model.pooling().isEmpty() && fetched.lacksPooling()) {
        throw new IsoglossException(
            model.name()
                + " does not state how the vectors of a text's pieces become one: give the pooling,"
                + " mean or cls, as its description says, or none if it is only trained further");
      }
    }
  }

  /** What is left of other attempts. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What the folder says about itself, with the hub as its origin. */
  private static ModelManifest manifest(
      HubModel model, HubListing listing, List<HubFile> files, Path made) {
    try (ModelFolder fetched = ModelFolder.open(made)) {
      ModelManifest manifest = fetched.manifest();
      boolean own = Files.exists(made.resolve(ModelManifest.FILE));
      String licence = manifest.licence().isBlank() ? listing.licence() : manifest.licence();
      Provenance before = manifest.provenance();
      List<ProvenanceSource> sources = new ArrayList<>(before.sources());
      for (HubFile file : files) {
        sources.add(
            new ProvenanceSource(
                "hub:" + model.name() + "@" + listing.commit() + "/" + file.name(),
                Checksums.sha256(made.resolve(file.name())),
                listing.licence()));
      }
      return new ModelManifest(
          own ? manifest.name() : model.name(),
          licence,
          model.pooling().map(manifest.encoding()::withPooling).orElse(manifest.encoding()),
          own
              ? new Provenance(
                  before.recipe(), before.seed(), before.version(), sources, before.results())
              : new Provenance("fetched from a hub, all files as they were", 0, sources));
    }
  }
}
