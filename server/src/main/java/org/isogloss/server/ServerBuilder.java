// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static java.util.Objects.requireNonNull;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.LanguagePair;
import org.isogloss.engine.Models;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.server.administration.Administration;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.CorpusFiles;
import org.isogloss.server.catalog.CorpusSource;
import org.isogloss.server.catalog.QueryLog;
import org.isogloss.server.http.AccessTokens;
import org.isogloss.server.http.CompatibilityOptions;
import org.isogloss.server.http.JsonLog;
import org.isogloss.server.http.OriginPolicy;
import org.isogloss.server.http.TlsCertificate;
import org.isogloss.server.mcp.McpStandardStreams;
import org.isogloss.server.storage.DataFolder;

/** Options of a {@link SearchServer}. */
public final class ServerBuilder {
  private static final String NAME = "[\\p{L}\\p{M}\\p{N}._-]{1,100}";

  private final Map<String, IndexLocation> indexes = new LinkedHashMap<>();
  private Optional<Path> data = Optional.empty();
  private final Map<String, CorpusSource> corpora = new LinkedHashMap<>();
  private final List<Path> tables = new ArrayList<>();
  private final List<String> models = new ArrayList<>();
  private final List<String> rerankers = new ArrayList<>();
  private Optional<String> answers = Optional.empty();
  private final List<String> translators = new ArrayList<>();
  private boolean deromanize = true;
  private boolean create;
  private String host = "127.0.0.1";
  private int port = 8080;
  private Optional<Path> tokenFile = Optional.empty();
  private boolean publicMetrics;
  private final Set<String> origins = new LinkedHashSet<>();
  private Supplier<Optional<TlsCertificate>> certificate = Optional::empty;
  private Optional<Path> accessLog = Optional.empty();
  private Optional<OpenTelemetry> telemetry = Optional.empty();
  private Optional<Path> queryLog = Optional.empty();
  private boolean logQueryTexts;
  private ServerLimits limits = ServerLimits.DEFAULT;
  private boolean acceptTokenIds;
  private boolean rejectUnknownKeys;
  private Duration refreshInterval = Duration.ofSeconds(1);
  private Duration drain = Duration.ZERO;
  private IntConsumer whenListening = port -> {};
  private InferenceOptions inference = InferenceOptions.defaults();

  ServerBuilder() {}

  /**
   * Adds an index to serve.
   *
   * @param name the name by which clients refer to it: letters, digits, {@code .}, {@code _} and
   *     {@code -}
   */
  public ServerBuilder index(String name, Path folder) {
    return index(name, IndexLocations.of(folder));
  }

  /** Adds an index at any location to serve, like {@link #index(String, Path)}. */
  public ServerBuilder index(String name, IndexLocation location) {
    requireName("index", name);
    if (indexes.put(name, absolute(requireNonNull(location, "location is null"))) != null) {
      throw new IsoglossException(
          "two indexes are called " + Excerpt.quote(name) + ": give each a name of its own");
    }
    return this;
  }

  private static void requireName(String kind, String name) {
    if (!requireNonNull(name, "name is null").matches(NAME)) {
      throw new IsoglossException(
          "the "
              + kind
              + " is called "
              + Excerpt.quote(name)
              + ", expected 1 to 100 letters, digits, dots, underscores and hyphens");
    }
  }

  /**
   * Returns a folder by its absolute path, which replies can tell from other words of a message.
   */
  private static IndexLocation absolute(IndexLocation location) {
    return location
        .folder()
        .filter(folder -> location.equals(IndexLocations.of(folder)))
        .map(folder -> IndexLocations.of(folder.toAbsolutePath().normalize()))
        .orElse(location);
  }

  /**
   * Sets a folder for indexes that clients create, with their aliases and snapshots. Without one,
   * such requests are refused. The indexes that it has are served, too. One server uses it at a
   * time.
   *
   * @param folder created if it is missing
   */
  public ServerBuilder data(Path folder) {
    data = Optional.of(requireNonNull(folder, "folder is null"));
    return this;
  }

  /**
   * Adds a bitext whose concordances clients may ask for.
   *
   * @param name the name by which clients refer to it, as that of an index
   * @param file TSV, {@code |||}, TMX or XLIFF, plain or compressed
   * @param languages its languages; empty for those that its content or name states
   */
  public ServerBuilder corpus(String name, Path file, Optional<LanguagePair> languages) {
    return corpus(name, new CorpusFiles(file, Optional.empty()), languages);
  }

  /**
   * Adds a bitext in two files of which each line translates that of the other (Moses).
   *
   * @param name as above
   * @param languages those of {@code source} and {@code target}; empty for those that the names of
   *     the files state
   */
  public ServerBuilder corpus(
      String name, Path source, Path target, Optional<LanguagePair> languages) {
    return corpus(name, new CorpusFiles(source, Optional.of(target)), languages);
  }

  private ServerBuilder corpus(String name, CorpusFiles files, Optional<LanguagePair> languages) {
    requireName("corpus", name);
    if (corpora.put(name, new CorpusSource(name, files, languages)) != null) {
      throw new IsoglossException(
          "two corpora are called " + Excerpt.quote(name) + ": give each a name of its own");
    }
    return this;
  }

  /**
   * Adds a translation table, which aligns the words of the bitexts in its languages. For bitexts
   * in other languages, a table is learned from 20,000 pairs when the server starts.
   */
  public ServerBuilder translationTable(Path file) {
    tables.add(requireNonNull(file, "file is null"));
    return this;
  }

  /** Sets whether to create an index without documents if a folder is missing or empty. */
  public ServerBuilder createMissingIndexes(boolean create) {
    this.create = create;
    return this;
  }

  /**
   * Adds a model to serve besides those of the indexes. The first one is the default of clients
   * that name none, and the model of new indexes.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   */
  public ServerBuilder model(String folderOrName) {
    models.add(requireNonNull(folderOrName, "folderOrName is null"));
    return this;
  }

  /**
   * Adds a re-ranker to serve. The first one is the default of clients that name none; without any,
   * it is the shipped re-ranker.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   */
  public ServerBuilder reranker(String folderOrName) {
    rerankers.add(requireNonNull(folderOrName, "folderOrName is null"));
    return this;
  }

  /**
   * Sets the model that finds answers in the passages of searches. Without one, requests for
   * answers are refused.
   *
   * @param folderOrName a model folder, or the name of a shipped model: a transformer with a head
   *     for question answering
   */
  public ServerBuilder answers(String folderOrName) {
    answers = Optional.of(requireNonNull(folderOrName, "folderOrName is null"));
    return this;
  }

  /**
   * Adds a model that translates the queries of {@code translate} and {@code
   * dense(translated=WEIGHT)} in the pipelines of clients.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   */
  public ServerBuilder translator(String folderOrName) {
    translators.add(requireNonNull(folderOrName, "folderOrName is null"));
    return this;
  }

  /**
   * Searches romanized queries in Latin letters; by default, they are written in the script of
   * their language before.
   */
  public ServerBuilder withoutDeromanization() {
    deromanize = false;
    return this;
  }

  /**
   * Sets the address to listen at. An address other than one of the loopback device needs a {@link
   * #tokenFile}.
   */
  public ServerBuilder host(String host) {
    this.host = requireNonNull(host, "host is null");
    return this;
  }

  /** Sets the port, or 0 for any free one. */
  public ServerBuilder port(int port) {
    if (port < 0 || port > 0xFFFF) {
      throw new IllegalArgumentException("port is " + port + ", expected 0 to 65535");
    }
    this.port = port;
    return this;
  }

  /**
   * Requires tokens of clients.
   *
   * @param file a file with a token on each line, after {@code read}, {@code write} or {@code
   *     admin}, and perhaps before the names of the indexes for which it is
   */
  public ServerBuilder tokenFile(Path file) {
    this.tokenFile = Optional.of(file);
    return this;
  }

  /**
   * Sets whether the metrics, which name the indexes and models, need no token. Some programs that
   * collect metrics cannot send one.
   */
  public ServerBuilder publicMetrics(boolean open) {
    this.publicMetrics = open;
    return this;
  }

  /**
   * Listens with TLS only (HTTPS). When the files change, new connections use the new certificate.
   *
   * @param certificate X.509 certificates in PEM: that of the server, then those of its issuers
   * @param key the private key of the first one in PEM, in PKCS #8 without a password
   */
  public ServerBuilder tls(Path certificate, Path key) {
    this.certificate = () -> Optional.of(new TlsCertificate(certificate, key));
    return this;
  }

  /**
   * Allows the pages of another site to use the server from a browser (CORS). By default only its
   * own page may.
   *
   * @param origin scheme, host and perhaps port, such as {@code https://www.example.org}
   * @throws IsoglossException if it is something else
   */
  public ServerBuilder allowOrigin(String origin) {
    origins.add(OriginPolicy.parse(origin));
    return this;
  }

  /**
   * Appends a line of JSON for each request to a file. By default requests are not logged.
   *
   * @see SearchServer#reopenLogs
   */
  public ServerBuilder accessLog(Path file) {
    this.accessLog = Optional.of(file);
    return this;
  }

  /**
   * Appends a line of JSON for each search to a file: language, filters, number of hits, and the
   * probability of the best one. By default searches are not logged.
   *
   * @param texts whether to log the texts of queries, too, which may be personal
   * @see SearchServer#reopenLogs
   */
  public ServerBuilder queryLog(Path file, boolean texts) {
    this.queryLog = Optional.of(file);
    this.logQueryTexts = texts;
    return this;
  }

  /**
   * Sets what receives a span for each request. The default is that of the process, which records
   * nothing unless an SDK or the agent of OpenTelemetry is there.
   */
  public ServerBuilder openTelemetry(OpenTelemetry telemetry) {
    this.telemetry = Optional.of(telemetry);
    return this;
  }

  /**
   * Sets whether clients of OpenAI's interface may send token ids of a model in place of texts. By
   * default they are refused, because most clients that send ids use another vocabulary, in which
   * they stand for another text.
   */
  public ServerBuilder acceptTokenIds(boolean accept) {
    acceptTokenIds = accept;
    return this;
  }

  /**
   * Sets whether keys of requests that the server does not know are errors in the interfaces of
   * other servers too. By default they are ignored there, as clients expect. In the interface of
   * Isogloss they always are errors.
   */
  public ServerBuilder rejectUnknownKeys(boolean reject) {
    rejectUnknownKeys = reject;
    return this;
  }

  /** Sets how much the server accepts. */
  public ServerBuilder limits(ServerLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
    return this;
  }

  /**
   * Sets how often the server looks whether other processes have changed its indexes. The default
   * is a second; looking takes less than a millisecond if nothing has changed.
   */
  public ServerBuilder refreshInterval(Duration interval) {
    if (!interval.isPositive()) {
      throw new IllegalArgumentException("interval is " + interval + ", expected more than 0");
    }
    this.refreshInterval = interval;
    return this;
  }

  /**
   * Sets how long a server that is being closed continues to answer requests, while {@code
   * /health/ready} has the status 503: load balancers send their requests elsewhere before the port
   * closes. By default it is closed at once.
   */
  public ServerBuilder drain(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay is " + delay + ", expected 0 or more");
    }
    this.drain = delay;
    return this;
  }

  /**
   * Sets what to do when the server listens, before its indexes and models are open.
   *
   * @param action receives the port
   */
  public ServerBuilder whenListening(IntConsumer action) {
    this.whenListening = requireNonNull(action, "action is null");
    return this;
  }

  /** Sets the number of threads of each model. The default is the number of processors. */
  public ServerBuilder threads(int threads) {
    inference = inference.withThreads(threads);
    return this;
  }

  /**
   * Sets the device on which the models run, except translation models; see {@link
   * InferenceOptions#device}. The default is {@code cpu}.
   *
   * @param device {@code cpu}, {@code cuda}, {@code cuda:N} or {@code auto}
   */
  public ServerBuilder device(String device) {
    inference = inference.withDevice(device);
    return this;
  }

  /**
   * Starts the server. Its port is open at once, so that {@code /health/live} is answered; until
   * the indexes and models are open, {@code /health/ready} and all other requests have the status
   * 503.
   *
   * @throws IsoglossException if an index or model cannot be opened, the address is not that of
   *     this machine or is in use, or it needs a token file and there is none
   */
  public SearchServer start() {
    InetAddress address = address();
    AccessTokens tokens = tokens(address);
    Optional<TlsCertificate> tls = certificate.get();
    ServerLogs logs = ServerLogs.open(accessLog, queryLog);
    try {
      return new SearchServer(
          listening -> {
            whenListening.accept(listening);
            return administration(logs.queries());
          },
          new InetSocketAddress(address, port),
          tokens,
          new OriginPolicy(!tokens.required(), origins),
          tls,
          telemetry.orElseGet(GlobalOpenTelemetry::get),
          logs,
          limits,
          drain,
          publicMetrics,
          new CompatibilityOptions(limits.sizes().maxTexts(), acceptTokenIds, rejectUnknownKeys));
    } catch (RuntimeException | Error e) {
      logs.close();
      throw e;
    }
  }

  /**
   * Opens everything that a server would serve, without listening, and closes it. An index that
   * {@link #start} would create is not created.
   *
   * @throws IsoglossException like {@link #start}, unless the port is in use
   */
  public void check() {
    tokens(address());
    certificate.get().ifPresent(TlsCertificate::context);
    accessLog.ifPresent(JsonLog::requireWritable);
    queryLog.ifPresent(JsonLog::requireWritable);
    Map<String, IndexLocation> existing = new LinkedHashMap<>(indexes);
    if (create) {
      existing.values().removeIf(location -> location.findManifest().isEmpty());
    }
    // Another server may use the folder, in place of which this one will be started.
    data.ifPresent(
        folder ->
            DataFolder.indexesOf(folder)
                .forEach((name, path) -> existing.put(name, IndexLocations.of(path))));
    catalog(existing, Optional.empty()).close();
  }

  /**
   * Opens the indexes and models, and lets one agent search them over the Model Context Protocol,
   * until the input ends.
   *
   * @param in receives the messages of the agent, one on each line
   * @param out is used for replies only
   * @throws IsoglossException if an index or model cannot be opened
   * @throws IOException if the messages cannot be read
   */
  public void serveAgent(InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    try (Catalog catalog = catalog()) {
      McpStandardStreams.serve(catalog, in, out);
    }
  }

  private AccessTokens tokens(InetAddress address) {
    AccessTokens tokens = tokenFile.map(AccessTokens::read).orElse(AccessTokens.none());
    if (!address.isLoopbackAddress() && !tokens.required()) {
      throw new IsoglossException(
          "the address "
              + host
              + " can be reached from other machines, so clients need tokens: give a token file, or"
              + " listen at 127.0.0.1");
    }
    return tokens;
  }

  private InetAddress address() {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IsoglossException("the address " + Excerpt.quote(host) + " is not known", e);
    }
  }

  /** Opens everything that is served. */
  Catalog catalog() {
    return catalog(indexes, Optional.empty());
  }

  private Administration administration(Optional<JsonLog> queries) {
    Optional<DataFolder> folder = data.map(DataFolder::open);
    try {
      Catalog catalog = catalog(indexes, queries);
      try {
        return new Administration(
            catalog, folder, models.stream().findFirst(), limits.work().timeLimit());
      } catch (RuntimeException | Error e) {
        catalog.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      folder.ifPresent(DataFolder::close);
      throw e;
    }
  }

  private Catalog catalog(Map<String, IndexLocation> opened, Optional<JsonLog> queries) {
    Catalog catalog = new Catalog(inference, refreshInterval);
    try {
      models.forEach(catalog.models()::add);
      rerankers.forEach(catalog::addReranker);
      if (rerankers.isEmpty() && Models.exists(Catalog.DEFAULT_RERANKER)) {
        catalog.addReranker(Catalog.DEFAULT_RERANKER);
      }
      answers.ifPresent(catalog::setAnswers);
      translators.forEach(catalog::addTranslator);
      catalog.setDeromanize(deromanize);
      queries.ifPresent(log -> catalog.setQueryLog(new QueryLog(log, logQueryTexts)));
      opened.forEach(
          (name, folder) -> catalog.addIndex(name, folder, create, models.stream().findFirst()));
      CorpusSource.open(corpora.values(), tables, inference.threads())
          .forEach(catalog.corpora()::add);
      return catalog;
    } catch (RuntimeException e) {
      catalog.close();
      throw e;
    }
  }
}
